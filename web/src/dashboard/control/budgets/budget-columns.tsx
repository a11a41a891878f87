import { Group, Stack, Text } from '@mantine/core'
import type { Budget } from '../../../api/api-types.ts'
import { CUSTOMERS } from '../../../api/choices.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { StateBadge } from '../../../ui/states/state-badge.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { useChoice } from '../../pickers/use-choice.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { ACTIONS, holderInWords, limitInWords } from '../in-words.ts'
import { useWorkNames } from '../names.tsx'
import { BudgetFigure } from './budget-figure.tsx'
import { BudgetMenu } from './budget-menu.tsx'
import type { BudgetsSearch } from './budgets-search.ts'

/** A budget opens next to the list, which keeps its filters. */
export const budgetColumns = (search: BudgetsSearch): readonly Column<Budget>[] => [
  {
    header: 'Budget',
    share: 40,
    sort: 'name',
    cell: (budget) => <Name budget={budget} search={search} />,
  },
  { header: 'Limit', cell: limitInWords, width: 190, isOffPhone: true },
  ...(['spent', 'held', 'remaining'] as const).map((field) => ({
    header: { spent: 'Spent', held: 'Held', remaining: 'Left' }[field],
    cell: (budget: Budget) => (
      <BudgetFigure budget={budget} customerId={search.customerId} field={field} />
    ),
    isFigure: true,
    isOffPhone: field !== 'remaining',
    width: 110,
  })),
  {
    header: 'When used up',
    cell: (budget) => <Effect budget={budget} />,
    isOffPhone: true,
    width: 130,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (budget) => <BudgetMenu budget={budget} />,
    width: 48,
  },
]

function Effect({ budget: { action, isActive } }: { budget: Budget }) {
  return isActive ? ACTIONS[action] : <StateBadge tone="over" label="Off" />
}

function Name({ budget, search }: { budget: Budget; search: BudgetsSearch }) {
  const { slug } = useOrganization()
  const scope = useScope(budget)
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap">
        <AnchorLink
          to="/o/$slug/control/budgets"
          params={{ slug }}
          search={{ ...search, budget: budget.id }}
          title={budget.name}
          size="sm"
          fw={500}
          truncate
        >
          {budget.name}
        </AnchorLink>
      </Group>
      <Text size="xs" c="dimmed" truncate title={scope}>
        {scope}
      </Text>
    </Stack>
  )
}

/** Returns what a budget counts: "Each customer, Support, Ticket resolved". */
export function useScope(budget: Budget): string {
  const customer = useChoice(CUSTOMERS, budget.customerId ?? undefined)
  const { agent, signal } = useWorkNames(budget)
  return [holderInWords(budget, customer?.name), agent, signal]
    .filter((one) => one !== undefined)
    .join(', ')
}
