import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Subscription } from '../../../api/api-types.ts'
import { generateInvoice } from '../../../api/invoices.ts'
import { subscriptionsQuery } from '../../../api/subscriptions.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { newKey } from '../../../ui/forms/new-key.ts'
import { Problem } from '../../../ui/states/problem.tsx'
import DayFields from '../../../ui/table/filters/day-fields.tsx'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { useRefreshAll } from '../use-refresh-all.ts'
import { GeneratePreview } from './generate-preview.tsx'

const SUBSCRIPTIONS_SHOWN = 100

type Days = { from?: string | undefined; to?: string | undefined }

type Props = {
  /** A preselected customer; without it, the user chooses one. */
  of?: { customerId: string; subscriptionId?: string }
  onClose: () => void
}

/** Generates the draft of a subscription manually, after a preview. */
export default function GenerateDialog({ of, onClose }: Props) {
  const { slug } = useOrganization()
  const navigate = useNavigate()
  const refresh = useRefreshAll()
  const [customerId, setCustomerId] = useState(of?.customerId)
  const [subscriptionId, setSubscriptionId] = useState(of?.subscriptionId)
  const [days, setDays] = useState<Days>({})
  const key = useRef(newKey())
  const subscriptions = useSubscriptions(customerId)
  const chosen = subscriptionId ?? onlyOne(subscriptions.data)
  const body =
    customerId === undefined || chosen === undefined
      ? undefined
      : { customerId, subscriptionId: chosen, ...windowOf(days) }
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      // A changed input is a new attempt.
      key.current = newKey()
      set(value)
    }
  const making = useMutation({
    mutationFn: (wanted: NonNullable<typeof body>) => generateInvoice(slug, wanted, key.current),
    onSuccess: async ({ id: invoiceId }) => {
      onClose()
      await navigate({ to: '/o/$slug/invoices/$invoiceId', params: { slug, invoiceId } })
      await refresh()
    },
  })
  return (
    <Dialog title="Generate an invoice" isOpen onClose={onClose} size={760}>
      <Stack gap="md">
        <FieldGrid>
          {of === undefined && (
            <CustomerPicker
              any="Choose a customer"
              value={customerId}
              onChange={changed((id: string | undefined) => {
                setCustomerId(id)
                setSubscriptionId(undefined)
              })}
              w="100%"
            />
          )}
          <Select
            label="Subscription"
            placeholder={
              customerId === undefined ? 'Choose a customer first' : 'Choose a subscription'
            }
            disabled={customerId === undefined}
            data={(subscriptions.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen ?? null}
            onChange={changed((id: string | null) => setSubscriptionId(id ?? undefined))}
            nothingFoundMessage="This customer has no subscription"
            comboboxProps={{ shadow: 'none' }}
          />
          <DayFields from={days.from} to={days.to} onChange={changed(setDays)} w="100%" />
        </FieldGrid>
        <Text size="sm" c="dimmed">
          Leave the dates empty to bill the current billing period. The last day is included.
        </Text>
        {subscriptions.error && <Problem error={subscriptions.error} />}
        {subscriptions.data?.length === 0 && (
          <Text>This customer has no subscription, so there is nothing to bill.</Text>
        )}
        {body !== undefined && <GeneratePreview body={body} />}
        {making.error && <Problem error={making.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={body === undefined}
            loading={making.isPending}
            onClick={() => body && making.mutate(body)}
          >
            Generate draft
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function useSubscriptions(customerId: string | undefined) {
  const { slug } = useOrganization()
  return useQuery({
    ...subscriptionsQuery(slug, {
      customerId: customerId ?? '',
      limit: SUBSCRIPTIONS_SHOWN,
    }),
    enabled: customerId !== undefined,
    select: ({ results }: { results: Subscription[] }) => results,
  })
}

const onlyOne = (all: readonly Subscription[] | undefined) =>
  all?.length === 1 ? all[0]?.id : undefined

/** Converts the inclusive last day of the form to the exclusive end of the API. */
function windowOf({ from, to }: Days) {
  return {
    ...(from === undefined ? {} : { billingPeriodStart: from }),
    ...(to === undefined ? {} : { billingPeriodEnd: dayAfter(to) }),
  }
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}
