import { Stack, Text } from '@mantine/core'
import type { PricingPlan, PricingPlanSummary } from '../../api/api-types.ts'
import { namedPrice } from '../../ui/billing/price-in-words.ts'
import { PendingFigure } from '../../ui/states/pending-figure.tsx'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { PlanLink } from '../links/plan-link.tsx'
import { PlanMenu } from './plan-menu.tsx'
import { PlanState } from './plan-state.tsx'

export type Summary = PricingPlanSummary | 'loading' | 'failed'

/** The prices of a plan load after its row; `summaryOf` returns their state. */
export const planColumns = (
  summaryOf: (planId: string) => Summary,
): readonly Column<PricingPlan>[] => [
  { header: 'Name', share: 24, sort: 'name', cell: (plan) => <Name plan={plan} /> },
  {
    header: 'Prices',
    share: 40,
    cell: ({ id, currency }) => <Prices summary={summaryOf(id)} currency={currency} />,
  },
  {
    header: 'Agents',
    share: 16,
    cell: ({ agents }) => <Agents names={agents.map(({ name }) => name)} />,
    isOffPhone: true,
  },
  {
    header: 'Status',
    cell: ({ isActive }) => <PlanState isActive={isActive} />,
    isOffPhone: true,
    width: 110,
  },
  {
    header: 'Subscriptions',
    cell: ({ id }) => <Live summary={summaryOf(id)} />,
    isFigure: true,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (plan) => <PlanMenu plan={plan} />,
    isOffPhone: true,
    width: 48,
  },
]

function Name({ plan: { id, name, description } }: { plan: PricingPlan }) {
  return (
    <Stack gap={0}>
      <PlanLink planId={id} name={name} size="sm" fw={500} truncate />
      {description !== null && (
        <Text size="xs" c="dimmed" truncate title={description}>
          {description}
        </Text>
      )}
    </Stack>
  )
}

const SHOWN = 2

/** The first prices as sentences, and the number of others. */
function Prices({ summary, currency }: { summary: Summary; currency: string }) {
  if (summary === 'loading') return <PendingFigure />
  if (summary === 'failed') return <Text c="dimmed">Not loaded</Text>
  if (summary.priceCount === 0) return <Text c="dimmed">No prices yet</Text>
  const more = summary.priceCount - SHOWN
  return (
    <Stack gap={0} py={4}>
      {summary.prices.slice(0, SHOWN).map((price) => {
        const words = namedPrice(price, currency)
        return (
          <Text key={price.id} size="sm" truncate title={words}>
            {words}
          </Text>
        )
      })}
      {more > 0 && (
        <Text size="xs" c="dimmed">
          and {formatCount(more)} more
        </Text>
      )}
    </Stack>
  )
}

function Agents({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <Text c="dimmed">None</Text>
  const text = names.join(', ')
  return (
    <Text size="sm" truncate title={text}>
      {text}
    </Text>
  )
}

function Live({ summary }: { summary: Summary }) {
  if (summary === 'loading') return <PendingFigure />
  return summary === 'failed' ? '–' : formatCount(summary.liveSubscriptions)
}
