import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { CostAllocation } from '../../api/api-types.ts'
import { endCostAllocation } from '../../api/cost-allocations.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useBusinessTime } from '../session/use-business-time.ts'
import { useOrganization } from '../session/use-organization.ts'
import { monthInWords } from './allocation-in-words.ts'
import { MonthField } from './month-field.tsx'

type Props = { allocation: CostAllocation; onClose: () => void }

/** Ends an allocation after a month, by default the running one. */
export default function EndAllocationDialog({ allocation, onClose }: Props) {
  const now = useBusinessTime()
  if (now === undefined) return null
  const running = now.toISOString().slice(0, 7)
  return <EndForm allocation={allocation} running={running} onClose={onClose} />
}

function EndForm({ allocation, running, onClose }: Props & { running: string }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const state = useApiForm({
    initial: { lastMonth: running },
    check: ({ lastMonth }) => (lastMonth === '' ? { lastMonth: 'Choose a month' } : {}),
    send: ({ lastMonth }, key) =>
      endCostAllocation(slug, { allocationId: allocation.id, lastMonth }, key),
    onDone: ({ lastMonth }) => {
      onClose()
      if (lastMonth) toast(`The allocation ends with ${monthInWords(lastMonth)}`)
      return queryClient.invalidateQueries({ queryKey: [slug] })
    },
  })
  return (
    <Dialog title="End allocation" isOpen onClose={onClose}>
      <ApiForm state={state} action="End allocation" isDeliberate>
        <Text style={{ overflowWrap: 'anywhere' }}>
          <b>{allocation.model}</b>: the amount of the last month is spread as a whole. After it,
          other rates apply, or the catalog price.
        </Text>
        <MonthField form={state.form} name="lastMonth" label="Last month" />
        <Text size="sm" c="dimmed">
          To correct an amount, choose the month before the wrong one, and add another allocation.
          Provisional costs of later months are then priced without this one.
        </Text>
      </ApiForm>
    </Dialog>
  )
}
