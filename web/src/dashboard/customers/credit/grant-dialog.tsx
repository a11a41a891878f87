import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { grantCredit } from '../../../api/credit.ts'
import { organizationQuery } from '../../../api/organization.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../../ui/forms/api-form.tsx'
import { DayFormField } from '../../../ui/forms/day-form-field.tsx'
import { FieldGrid } from '../../../ui/forms/field-grid.tsx'
import { TextField } from '../../../ui/forms/fields.tsx'
import { useApiForm } from '../../../ui/forms/use-api-form.ts'
import { formatAmount } from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useCustomer } from '../use-customer.ts'
import { type GrantValues, NO_GRANT, problemsOf, toBody } from './grant-values.ts'

const WIDTH = 560

const ABOUT = {
  promotional: 'Given for free. Invoices use it before tax, and it never becomes money.',
  paid: 'Bought by the customer. It pays invoices after tax.',
} as const

/** Gives the customer credit by hand. */
export default function GrantDialog({ onClose }: { onClose: () => void }) {
  const { slug } = useOrganization()
  const { id, name } = useCustomer()
  const queryClient = useQueryClient()
  const { data: organization } = useQuery(organizationQuery(slug))
  const currency = organization?.currency ?? 'USD'
  const [kind, setKind] = useState<GrantValues['kind']>(NO_GRANT.kind)
  const state = useApiForm({
    initial: NO_GRANT,
    check: problemsOf,
    send: (values, key) => grantCredit(slug, id, toBody(values, currency), key),
    onDone: async (grant) => {
      await queryClient.invalidateQueries({ queryKey: [slug] })
      toast(`${formatAmount(grant.amount, grant.currency)} of credit is granted to ${name}`)
      onClose()
    },
  })
  const { form } = state
  const choose = (chosen: string) => {
    const next = chosen === 'paid' ? 'paid' : 'promotional'
    setKind(next)
    form.setFieldValue('kind', next)
  }
  return (
    <Dialog title="Grant credit" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action="Grant credit" isLong>
        <Stack gap={4}>
          <Text size="sm" fw={500} id="grant-kind">
            Kind
          </Text>
          <SegmentedControl
            aria-labelledby="grant-kind"
            value={kind}
            data={[
              { value: 'promotional', label: 'Promotional' },
              { value: 'paid', label: 'Paid' },
            ]}
            onChange={choose}
          />
          <Text size="xs" c="dimmed">
            {ABOUT[kind]}
          </Text>
        </Stack>
        <FieldGrid>
          <TextField
            form={form}
            name="amount"
            label="Amount"
            inputMode="decimal"
            placeholder="50.00"
            data-autofocus
          />
          <TextField
            form={form}
            name="currency"
            label="Currency"
            placeholder={currency}
            maxLength={3}
          />
        </FieldGrid>
        <TextField
          form={form}
          name="name"
          label="Name"
          description={
            kind === 'promotional'
              ? 'The customer sees it, and invoices print it.'
              : 'The customer sees it.'
          }
          placeholder={kind === 'promotional' ? 'Promotional credit' : 'Prepaid credit'}
        />
        <FieldGrid>
          <DayFormField
            form={form}
            name="effectiveAt"
            label="First day"
            description="UTC. Without it: now."
          />
          <DayFormField
            form={form}
            name="expiresAt"
            label="Last day"
            description="UTC. Without it: no expiry."
          />
          <TextField
            form={form}
            name="priority"
            label="Priority"
            description="0 to 100. Lower is used first."
            inputMode="numeric"
            placeholder="50"
          />
        </FieldGrid>
      </ApiForm>
    </Dialog>
  )
}
