import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Budget, BudgetStatus } from '../../../api/api-types.ts'
import { budgetQuery } from '../../../api/budgets.ts'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { SidePanel } from '../../../ui/layout/side-panel.tsx'
import { LinesSkeleton } from '../../../ui/states/lines-skeleton.tsx'
import { Problem } from '../../../ui/states/problem.tsx'
import { CopyText } from '../../../ui/values/copy-text.tsx'
import { formatCost, formatCount, formatPercent, formatShare } from '../../../ui/values/money.ts'
import { Timestamp } from '../../../ui/values/timestamp.tsx'
import { CustomerPicker } from '../../pickers/pickers.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { ACTIONS, countsCost, figureInWords, limitInWords } from '../in-words.ts'
import { useScope } from './budget-columns.tsx'
import { UseBar } from './use-bar.tsx'
import { useBudgetStatus } from './use-budget-status.ts'

type Props = {
  budgetId: string
  customerId: string | undefined
  onCustomer: (customerId: string | undefined) => void
  onClose: () => void
}

/** A budget next to the list: its terms, and what of it is used now. */
export default function BudgetPanel({ budgetId, onClose, ...of }: Props) {
  const { slug } = useOrganization()
  const { data, error, refetch } = useQuery(budgetQuery(slug, budgetId))
  return (
    <SidePanel title={data?.name ?? 'Budget'} row={budgetId} onClose={onClose}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <LinesSkeleton lines={6} />}
      {data && (
        <Stack gap="lg">
          <Terms budget={data} />
          <UseNow budget={data} {...of} />
        </Stack>
      )}
    </SidePanel>
  )
}

const ON_UNKNOWN = {
  hold: 'Keep what their run held',
  block: 'Start no further run',
} as const

function Terms({ budget }: { budget: Budget }) {
  const { thresholds, measure, toleratedLoss, isActive, action, onUnknownCost, createdAt, id } =
    budget
  return (
    <Facts
      facts={[
        ['Limit', limitInWords(budget)],
        ...(toleratedLoss === null ? [] : [['Tolerated loss', formatCost(toleratedLoss)] as const]),
        ['Scope', useScope(budget)],
        ['When used up', isActive ? ACTIONS[action] : 'Nothing: it is switched off'],
        ...(countsCost(measure)
          ? [['Events without a cost', ON_UNKNOWN[onUnknownCost]] as const]
          : []),
        ...(measure === 'credit' ? [] : [['Thresholds', thresholdsInWords(thresholds)] as const]),
        ...(budget.origin === 'customer'
          ? [['Set by', 'The customer, in the portal'] as const]
          : []),
        ['Created', <Timestamp key="created" at={createdAt} />],
        ['Budget id', <CopyText key="id" text={id} label="Copy budget id" />],
      ]}
    />
  )
}

const thresholdsInWords = (thresholds: Budget['thresholds']) =>
  thresholds.length === 0 ? 'None' : thresholds.map(formatShare).join(', ')

type UseProps = Pick<Props, 'customerId' | 'onCustomer'> & { budget: Budget }

function UseNow({ budget, customerId, onCustomer }: UseProps) {
  const status = useBudgetStatus(budget, customerId)
  const { data, error, isCounted, isUnknown, needsCustomer, refetch } = status
  return (
    <Section title="Used now">
      {budget.period === 'run' ? (
        <Text c="dimmed">
          Each run counts by itself. Its figures are in the decisions about the run.
        </Text>
      ) : (
        <>
          {needsCustomer && (
            <CustomerPicker
              any="Choose a customer"
              value={customerId}
              onChange={onCustomer}
              w="100%"
            />
          )}
          {!isCounted && <Text c="dimmed">Each customer has this limit for itself.</Text>}
          {isUnknown && <Text c="dimmed">{error?.message}</Text>}
          {error && !isUnknown && <Problem error={error} onRetry={() => void refetch()} />}
          {isCounted && data === undefined && !error && <LinesSkeleton lines={4} />}
          {data && <Figures budget={budget} status={data} />}
        </>
      )}
    </Section>
  )
}

function Figures({ budget, status }: { budget: Budget; status: BudgetStatus }) {
  const { spent, held, remaining, usedPercent, uncostedEvents, windowStart, resetsAt } = status
  const amount = (value: string) => figureInWords(budget, value)
  return (
    <Stack gap="sm">
      <UseBar status={status} />
      <Facts
        facts={[
          ...(status.available === null
            ? []
            : [['Available before holds', amount(status.available)] as const]),
          // The limit of a margin moves with the revenue.
          ...(budget.measure === 'margin'
            ? [['May be spent now', amount(status.limit)] as const]
            : []),
          [
            budget.measure === 'credit' ? 'Not invoiced yet' : 'Spent',
            usedPercent === null
              ? amount(spent)
              : `${amount(spent)} (${formatPercent(usedPercent)})`,
          ],
          ['Held by open runs', amount(held)],
          ['Left', amount(remaining)],
          ...(uncostedEvents > 0
            ? [
                [
                  'Events without a cost',
                  `${formatCount(uncostedEvents)}, not in these figures`,
                ] as const,
              ]
            : []),
          ...(windowStart === null
            ? []
            : [['Counts from', <Timestamp key="from" at={windowStart} />] as const]),
          ...(resetsAt === null
            ? []
            : [['Resets', <Timestamp key="resets" at={resetsAt} />] as const]),
        ]}
      />
    </Stack>
  )
}
