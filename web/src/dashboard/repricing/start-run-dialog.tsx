import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { RepricingPreview, RepricingRun } from '../../api/api-types.ts'
import { createRepricingRun, previewRepricing, repricingRunsKey } from '../../api/repricing-runs.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { DayFormField } from '../../ui/forms/day-form-field.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { AgentPicker, CustomerPicker } from '../pickers/pickers.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { Preview } from './preview.tsx'
import {
  hasSameScope,
  NO_SCOPE,
  problemsOf,
  type RepriceValues,
  toScope,
} from './reprice-values.ts'

const WIDTH = 640

/** What the form found before a run starts: its effect, or why that was not computed. */
type Found = { preview: RepricingPreview } | { tooMany: string }
type Sent = Found | { run: RepricingRun }

type Props = {
  /** Values that are filled in. */
  known?: Partial<RepriceValues>
  onClose: () => void
}

/** Previews a run, then starts it and opens it. A change of the form asks for another preview. */
export default function StartRunDialog({ known, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const initial = { ...NO_SCOPE, ...known }
  const [values, setValues] = useState<RepriceValues>(initial)
  const [found, setFound] = useState<Found>()
  const state = useApiForm<RepriceValues, Sent>({
    initial,
    check: problemsOf,
    onChange: (changed) => {
      setValues(changed)
      if (!hasSameScope(changed, values)) setFound(undefined)
    },
    send: async (sent, key) => {
      if (found === undefined) return findEffect(slug, sent)
      const reason = sent.reason.trim()
      const body = { ...toScope(sent), ...(reason !== '' && { reason }) }
      return { run: await createRepricingRun(slug, body, key) }
    },
    onDone: async (done) => {
      if (!('run' in done)) return setFound(done)
      onClose()
      await queryClient.invalidateQueries({ queryKey: repricingRunsKey(slug) })
      await navigate({
        to: '/o/$slug/developers/repricing',
        params: { slug },
        search: { run: done.run.id },
      })
    },
  })
  const { form } = state
  return (
    <Dialog title="Reprice usage" isOpen onClose={onClose} size={WIDTH}>
      <ApiForm state={state} action={found ? 'Start run' : 'Preview'} isLong>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
          <DayFormField form={form} name="from" label="First usage date" placeholder="Choose" />
          <DayFormField form={form} name="to" label="Last usage date" placeholder="Choose" />
          <TextField form={form} name="model" label="Model" placeholder="All models" />
          <TextField
            form={form}
            name="modelProvider"
            label="Provider"
            placeholder="All providers"
          />
          <CustomerPicker
            value={values.customerId || undefined}
            onChange={(id) => form.setFieldValue('customerId', id ?? '')}
            any="All customers"
            w="100%"
          />
          <AgentPicker
            value={values.agentId || undefined}
            onChange={(id) => form.setFieldValue('agentId', id ?? '')}
            any="All agents"
            w="100%"
          />
        </SimpleGrid>
        <TextField
          form={form}
          name="reason"
          label="Reason"
          description="For your records."
          placeholder="Contract 2026-114"
        />
        <Text size="sm" c="dimmed">
          Days are in UTC. Final invoices keep their costs; the next invoice of a subscription
          contains the difference. What customers owe does not change.
        </Text>
        <Stack gap="sm" aria-live="polite">
          {found && 'preview' in found && <Preview preview={found.preview} />}
          {found && 'tooMany' in found && (
            <Alert icon={<IconAlertTriangle size={18} />} p="xs" role="note">
              {found.tooMany}.
            </Alert>
          )}
        </Stack>
      </ApiForm>
    </Dialog>
  )
}

/** A preview has a limit of events, a run has none. */
async function findEffect(slug: string, values: RepriceValues): Promise<Found> {
  try {
    return { preview: await previewRepricing(slug, toScope(values)) }
  } catch (error) {
    const isLimit = error instanceof ApiError && error.code === 'inconsistent'
    if (!isLimit) throw error
    return { tooMany: error.messages.join('. ') }
  }
}
