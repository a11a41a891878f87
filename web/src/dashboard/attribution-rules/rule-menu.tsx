import { useDisclosure } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconTrash, IconUserCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AttributionRule } from '../../api/api-types.ts'
import { placeAttributionRules } from '../../api/attribution-rules.ts'
import { toast } from '../../ui/dialogs/toasts.ts'
import { RowMenu } from '../../ui/layout/row-menu.tsx'
import { AllowedItem } from '../session/allowed-item.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { ApplyRule } from './apply-rule.tsx'
import { DeleteRule } from './delete-rule.tsx'
import { conditionInWords } from './rule-in-words.ts'
import { placesAfterMove } from './rule-order.ts'

type Props = {
  rule: AttributionRule
  /** All rules, in their order. */
  rules: readonly AttributionRule[]
}

/** Moves a rule in the order, applies it to earlier runs, or deletes it. */
export function RuleMenu({ rule, rules }: Props) {
  const [isApplying, applying] = useDisclosure()
  const [isDeleting, deleting] = useDisclosure()
  const { isMoving, moveBy } = useMove(rule, rules)
  const busy = isMoving ? 'It is being moved' : undefined
  return (
    <>
      <RowMenu of={conditionInWords(rule)}>
        <AllowedItem
          permission="write"
          refusal={rules[0] === rule ? 'It is the first' : busy}
          icon={IconArrowUp}
          onClick={() => moveBy(-1)}
        >
          Move up
        </AllowedItem>
        <AllowedItem
          permission="write"
          refusal={rules.at(-1) === rule ? 'It is the last' : busy}
          icon={IconArrowDown}
          onClick={() => moveBy(1)}
        >
          Move down
        </AllowedItem>
        <AllowedItem
          permission="correct_usage"
          refusal={rule.target === 'customer' ? undefined : 'Only a rule for customers can'}
          icon={IconUserCheck}
          onClick={applying.open}
        >
          Assign earlier runs
        </AllowedItem>
        <AllowedItem permission="write" icon={IconTrash} onClick={deleting.open}>
          Delete
        </AllowedItem>
      </RowMenu>
      <ApplyRule rule={rule} isOpen={isApplying} onClose={applying.close} />
      <DeleteRule rule={rule} isOpen={isDeleting} onClose={deleting.close} />
    </>
  )
}

function useMove(rule: AttributionRule, rules: readonly AttributionRule[]) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const from = rules.indexOf(rule)
  const move = useMutation({
    mutationFn: (step: number) =>
      placeAttributionRules(slug, placesAfterMove(rules, { from, to: from + step })),
    onError: ({ message }) => toast(`The rule was not moved: ${message}`),
    // Also after an error, which may have come between two rules.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [slug, 'attribution-rules'] }),
  })
  return { isMoving: move.isPending, moveBy: (step: -1 | 1) => move.mutate(step) }
}
