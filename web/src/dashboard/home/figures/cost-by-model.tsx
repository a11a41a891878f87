import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ModelCost } from '../../../api/api-types.ts'
import { costQuery, type Days } from '../../../api/figures.ts'
import { BarList, type BarRow } from '../../../ui/charts/bar-list.tsx'
import { colorsOf } from '../../../ui/charts/series-colors.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatCost, formatCount, formatRounded } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { useOrganization } from '../../session/use-organization.ts'

const SHOWN = 8
const HEIGHT = 260

/** Cost by model. */
export function CostByModel({ days }: { days: Days }) {
  const { slug } = useOrganization()
  const query = useQuery({ ...costQuery(slug, days), placeholderData: keepPreviousData })
  return (
    <Panel title="Cost by model" about="In USD, highest cost first">
      <Loaded query={query} height={HEIGHT}>
        {({ byModel }) =>
          byModel.length === 0 ? (
            <Text c="dimmed">No models were used in this date range.</Text>
          ) : (
            <>
              <BarList
                name="Cost by model"
                nameLabel="Model"
                valueLabel="Cost"
                rows={rowsOf(byModel)}
              />
              <AnchorLink
                to="/o/$slug/analytics/cost"
                params={{ slug }}
                search={{ from: days.startDate, to: days.endDate, groupBy: 'model' }}
                size="xs"
              >
                All costs
              </AnchorLink>
              {byModel.length > SHOWN && (
                <Text size="xs" c="dimmed" mt={8}>
                  {formatCount(byModel.length - SHOWN)} more with a lower cost
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

function rowsOf(models: readonly ModelCost[]): BarRow[] {
  const shown = models.slice(0, SHOWN)
  const colors = colorsOf(shown.map(({ model }) => model))
  return shown.map(({ model, modelProvider, totalCost, uncostedEvents }) => {
    const isUnknown = totalCost === 0 && uncostedEvents > 0
    return {
      key: `${modelProvider}/${model}`,
      name: (
        <>
          {model}{' '}
          <Text span size="xs" c="dimmed">
            {modelProvider}
          </Text>
        </>
      ),
      value: isUnknown ? null : totalCost,
      text: isUnknown ? (
        NO_COST_YET
      ) : (
        <span title={formatCost(totalCost)}>{formatRounded(totalCost, 'USD')}</span>
      ),
      color: colors.get(model) ?? '1',
    }
  })
}
