import { Group, Text } from '@mantine/core'
import type { ModelCost, Overview } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { BarList, type BarRow } from '../../../ui/charts/bar-list.tsx'
import { colorsOf } from '../../../ui/charts/series-colors.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { ModelLink } from '../../profit/model-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

type Props = { models: Overview['models']; days: Days }

/** Cost by model. */
export function CostByModel({ models: { results, totalResults }, days }: Props) {
  const { slug } = useOrganization()
  const more = totalResults - results.length
  return (
    <Panel title="Cost by model" about="In USD, highest cost first">
      {results.length === 0 ? (
        <Text c="dimmed">No models were used in this date range.</Text>
      ) : (
        <>
          <BarList
            name="Cost by model"
            nameLabel="Model"
            valueLabel="Cost"
            rows={rowsOf(results, days)}
          />
          <Group justify="space-between" gap="sm">
            <Text size="xs" c="dimmed">
              {more > 0 && `${formatCount(more)} more with a lower cost`}
            </Text>
            <AnchorLink
              to="/o/$slug/analytics/cost"
              params={{ slug }}
              search={{ from: days.startDate, to: days.endDate, groupBy: 'model' }}
              size="xs"
            >
              All costs
            </AnchorLink>
          </Group>
        </>
      )}
    </Panel>
  )
}

function rowsOf(models: readonly ModelCost[], days: Days): BarRow[] {
  const colors = colorsOf(models.map(({ model }) => model))
  return models.map(({ model, modelProvider, totalCost, uncostedEvents }) => {
    const isUnknown = totalCost === 0 && uncostedEvents > 0
    return {
      key: `${modelProvider}/${model}`,
      name: (
        <>
          <ModelLink days={days} of={{}} model={`${modelProvider}/${model}`} name={model} />{' '}
          <Text span size="xs" c="dimmed">
            {modelProvider}
          </Text>
        </>
      ),
      value: isUnknown ? null : totalCost,
      text: isUnknown ? NO_COST_YET : <Rounded amount={totalCost} />,
      color: colors.get(model) ?? '1',
    }
  })
}
