import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AttributionRule } from '../../api/api-types.ts'
import { deleteAttributionRule } from '../../api/attribution-rules.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { conditionInWords } from './rule-in-words.ts'

type Props = { rule: AttributionRule; isOpen: boolean; onClose: () => void }

export function DeleteRule({ rule, isOpen, onClose }: Props) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  return (
    <ConfirmDialog
      title="Delete rule?"
      isOpen={isOpen}
      onClose={onClose}
      action="Delete rule"
      run={async () => {
        await deleteAttributionRule(slug, rule.id)
        toast('The rule is deleted')
        await queryClient.invalidateQueries({ queryKey: [slug, 'attribution-rules'] })
      }}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        Later runs where <b>{conditionInWords(rule)}</b> get nothing from this rule. Runs keep what
        it decided before.
      </Text>
    </ConfirmDialog>
  )
}
