import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CostAnalytics } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { formatCount } from '../../../ui/values/money.ts'
import { NO_COST_YET } from '../../../ui/values/no-cost-yet.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { CustomerLink } from '../../links/customer-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'

const SHOWN = 5

type Row = { key: string; name: ReactNode; totalCost: number; uncostedEvents: number }

/** True unless it stands for work without a model, such as an outcome that is recorded alone. */
const isModel = ({ model, modelProvider }: { model: string; modelProvider: string }) =>
  model !== 'none' || modelProvider !== 'piecework'

/** The cost by customer, agent and model, the highest first. */
export function CostParts({ costs, days }: { costs: CostAnalytics; days: Days }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl" verticalSpacing="md">
      <Part
        title="Customer"
        days={days}
        groupBy="customer"
        rows={costs.byCustomer.map(({ customerId, customerName, ...sums }) => ({
          key: customerId,
          name: <CustomerLink customerId={customerId} name={customerName} inherit />,
          ...sums,
        }))}
      />
      <Part
        title="Agent"
        days={days}
        groupBy="agent"
        rows={costs.byAgent.map(({ agentId, agentName, ...sums }) => ({
          key: agentId,
          name: agentName,
          ...sums,
        }))}
      />
      <Part
        title="Model"
        days={days}
        groupBy="model"
        rows={costs.byModel.filter(isModel).map(({ model, modelProvider, ...sums }) => ({
          key: `${modelProvider}/${model}`,
          name: (
            <>
              {model}{' '}
              <Text span size="xs" c="dimmed">
                {modelProvider}
              </Text>
            </>
          ),
          ...sums,
        }))}
      />
    </SimpleGrid>
  )
}

type PartProps = {
  title: string
  days: Days
  groupBy: 'customer' | 'agent' | 'model'
  rows: readonly Row[]
}

function Part({ title, days, groupBy, rows }: PartProps) {
  const { slug } = useOrganization()
  const more = rows.length - SHOWN
  if (rows.length === 0) return null
  return (
    <Stack gap={4}>
      <BarList
        name={`Cost so far by ${title.toLowerCase()}`}
        nameLabel={title}
        valueLabel="Cost"
        rows={rows
          .toSorted((a, b) => b.totalCost - a.totalCost)
          .slice(0, SHOWN)
          .map(({ key, name, totalCost, uncostedEvents }) => {
            const isUnknown = totalCost === 0 && uncostedEvents > 0
            return {
              key,
              name,
              value: isUnknown ? null : totalCost,
              text: isUnknown ? NO_COST_YET : <Rounded amount={totalCost} />,
            }
          })}
      />
      {more > 0 && (
        <AnchorLink
          to="/o/$slug/analytics/cost"
          params={{ slug }}
          search={{ from: days.startDate, to: days.endDate, groupBy }}
          size="xs"
        >
          {formatCount(more)} more
        </AnchorLink>
      )}
    </Stack>
  )
}
