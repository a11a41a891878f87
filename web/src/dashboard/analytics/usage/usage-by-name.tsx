import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type UsageQuestion, usageOf } from '../../../api/analytics.ts'
import type { UsageAnalytics } from '../../../api/api-types.ts'
import { BarTable, type BarTableRow } from '../../../ui/charts/bar-table.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { dimensionLabels } from '../../figures/dimension-labels.ts'
import { useOrganization } from '../../session/use-organization.ts'
import type { UsageSearch } from '../analytics-search.ts'
import { NOTHING } from '../analytics-texts.ts'
import { NameFilter } from '../frame/name-filter.tsx'
import { DIMENSIONS, type DimensionName, FILTER_BY } from './usage-texts.ts'

const SHOWN = 50
const HEIGHT = 200

type Props = {
  groupBy: DimensionName
  asked: UsageQuestion
  onPick: (change: Partial<UsageSearch>) => void
}

/** Totals of the date range, with links that filter by one name. */
export function UsageByName({ groupBy, asked, onPick }: Props) {
  const { slug } = useOrganization()
  // Only totals are needed; monthly rows make the time series shortest.
  const query = useQuery({
    ...usageOf(slug, { ...asked, groupBy: 'monthly', top: SHOWN }),
    placeholderData: keepPreviousData,
  })
  const name = `By ${groupBy}`
  return (
    <Panel title={name} about="Most events first; select a name to filter by it">
      <Loaded query={query} height={HEIGHT}>
        {({ dimensionBreakdown, metadata, rest }: UsageAnalytics) =>
          dimensionBreakdown === undefined || dimensionBreakdown.summary.length === 0 ? (
            <Text c="dimmed">{NOTHING}</Text>
          ) : (
            <>
              <BarTable
                name={name}
                nameLabel={DIMENSIONS[groupBy]}
                columns={['Events', 'Units', 'Cost']}
                sortedBy={{ column: 0, isUp: false }}
                rows={[
                  ...rowsOf({ dimensionBreakdown, metadata }, (id) =>
                    onPick({ [FILTER_BY[groupBy]]: id }),
                  ),
                  ...othersOf(rest.breakdownSummary),
                ]}
              />
              {dimensionBreakdown.hasMore && (
                <Text size="xs" c="dimmed" mt={8}>
                  Shows the first {formatCount(SHOWN)}. The export includes all.
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function rowsOf(
  usage: Pick<UsageAnalytics, 'dimensionBreakdown' | 'metadata'>,
  onPick: (id: string) => void,
): BarTableRow[] {
  const labels = dimensionLabels(usage)
  return (usage.dimensionBreakdown?.summary ?? []).map((row) => ({
    key: row.dimensionId,
    name: (
      <NameFilter
        name={labels.get(row.dimensionId) ?? row.dimensionName}
        onPick={() => onPick(row.dimensionId)}
      />
    ),
    ...figuresOf(row),
    sorts: sortsOf(row),
  }))
}

type Sums = Pick<
  UsageAnalytics['summary'],
  'totalEvents' | 'totalQuantity' | 'totalCost' | 'uncostedEvents'
>

/** Returns a row for everything not listed, or none if nothing is left. */
function othersOf(rest: Sums | undefined): BarTableRow[] {
  if (rest === undefined || rest.totalEvents === 0) return []
  return [{ key: 'others', name: 'All others', ...figuresOf(rest) }]
}

function sortsOf({ totalEvents, totalQuantity, totalCost, uncostedEvents }: Sums) {
  return [totalEvents, totalQuantity, uncostedEvents === totalEvents ? null : totalCost]
}

function figuresOf({ totalEvents, totalQuantity, totalCost, uncostedEvents }: Sums) {
  return {
    value: totalEvents,
    cells: [
      formatCount(totalEvents),
      formatCount(totalQuantity),
      uncostedEvents === totalEvents ? NO_COST_YET : <Rounded key="cost" amount={totalCost} />,
    ],
  }
}
