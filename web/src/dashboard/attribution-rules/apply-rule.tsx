import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AttributionRule } from '../../api/api-types.ts'
import { applyAttributionRule } from '../../api/attribution-rules.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { formatCount } from '../../ui/values/money.ts'
import { useOrganization } from '../session/use-organization.ts'
import { conditionInWords } from './rule-in-words.ts'

type Props = { rule: AttributionRule; isOpen: boolean; onClose: () => void }

export function ApplyRule({ rule, isOpen, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title="Assign earlier runs?"
      isOpen={isOpen}
      onClose={onClose}
      action="Assign runs"
      run={async () => {
        const { assignedCount } = await applyAttributionRule(slug, rule.id)
        toast(assignedInWords(assignedCount))
        await queryClient.invalidateQueries({ queryKey: [slug] })
      }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        Every unassigned run where <b>{conditionInWords(rule)}</b> gets the customer of this rule.
        Its events are recorded for the customer and voided where they are.
      </Text>
    </ConfirmDialog>
  )
}

function assignedInWords(count: number): string {
  if (count === 0) return 'The rule matches no unassigned run'
  return count === 1 ? '1 run is being assigned' : `${formatCount(count)} runs are being assigned`
}
