import { Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { revenueOf } from '../../../api/analytics.ts'
import type { RevenueAnalytics } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { formatDays } from '../../../ui/values/dates.ts'
import { formatRounded } from '../../../ui/values/money.ts'
import { Rounded } from '../../../ui/values/rounded.tsx'
import { PlanLink } from '../../links/plan-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import { CustomerProfitLink } from '../customer-profit-link.tsx'
import classes from './earned-dialog.module.css'
import type { EarnedOf } from './earned-of.ts'

type Props = { days: Days; of: EarnedOf; onClose: () => void }

const HEIGHT = 240
const SUBSCRIPTIONS = 1_000
const SHOWN = 8

/** The fees and the usage that earned the amount of a day, a week or a month, read on demand. */
export default function EarnedDialog({ days, of, onClose }: Props) {
  const { slug } = useOrganization()
  const query = useQuery(revenueOf(slug, { ...days, ...of, top: SUBSCRIPTIONS }))
  const search = { ...of, from: days.startDate, to: days.endDate }
  return (
    <Dialog
      title={`Earned: ${formatDays(days.startDate, days.endDate)}`}
      isOpen
      onClose={onClose}
      size={620}
    >
      <Stack gap="md">
        <Loaded query={query} height={HEIGHT}>
          {(revenue) => <Parts revenue={revenue} days={days} />}
        </Loaded>
        <Group gap="md">
          <AnchorLink to="/o/$slug/events" params={{ slug }} search={search} size="sm">
            Events of these days
          </AnchorLink>
          <AnchorLink
            to="/o/$slug/invoices"
            params={{ slug }}
            search={{
              customerId: of.customerId,
              from: days.startDate,
              to: days.endDate,
            }}
            size="sm"
          >
            Invoices dated on these days
          </AnchorLink>
        </Group>
      </Stack>
    </Dialog>
  )
}

type PartsProps = { revenue: RevenueAnalytics; days: Days }

function Parts({ revenue: { byCurrency, byStrategy, bySubscription }, days }: PartsProps) {
  const prices = byStrategy.filter((row) => row.revenue !== 0).toSorted(largestFirst)
  if (prices.length === 0) return <Text c="dimmed">Nothing was earned.</Text>
  const subscriptions = bySubscription.filter((row) => row.revenue !== 0).toSorted(largestFirst)
  return (
    <Stack gap="md">
      {byCurrency.map(({ currency, revenue, breakdown }) => (
        <Text key={currency} size="sm">
          <b>{formatRounded(revenue, currency)}</b> in total, of which usage{' '}
          {formatRounded(breakdown.usage, currency)}
        </Text>
      ))}
      <Amounts
        name="By price"
        rows={prices.map((row) => ({
          key: `${row.strategyId} ${row.currency}`,
          name: <PlanLink planId={row.planId} name={row.strategyName} inherit />,
          of: `${kindOf(row)} in ${row.planName}`,
          ...row,
        }))}
      />
      <Amounts
        name="By customer"
        rows={subscriptions.map((row) => ({
          key: `${row.subscriptionId} ${row.currency}`,
          name: (
            <CustomerProfitLink customerId={row.customerId} name={row.customerName} days={days} />
          ),
          of: row.planName,
          ...row,
        }))}
      />
    </Stack>
  )
}

type Earned = { currency: string; revenue: number }

/** Amounts of different currencies are not compared. */
const largestFirst = (a: Earned, b: Earned) =>
  a.currency.localeCompare(b.currency) || b.revenue - a.revenue

const KINDS = {
  recurring: 'Fee, spread over its period,',
  seat_based: 'Seats, spread over their period,',
  onetime: 'One-time fee',
} as const

type Strategy = RevenueAnalytics['byStrategy'][number]

/** Names what the amount of a price is; a pool has a fee and usage. */
function kindOf({ chargeType, fees, agentEarned }: Strategy): string {
  if (chargeType !== 'usage') return KINDS[chargeType]
  if (fees === 0) return 'Usage'
  return agentEarned === 0 ? 'Fee of the pool' : 'Fee of the pool, and usage,'
}

type Row = Earned & { key: string; name: React.ReactNode; of: React.ReactNode }

function Amounts({ name, rows }: { name: string; rows: readonly Row[] }) {
  const more = rows.length - SHOWN
  return (
    <div>
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Table className={classes.amounts} aria-label={name} withRowBorders={false}>
        <Table.Tbody>
          {rows.slice(0, SHOWN).map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td className={classes.name}>
                <Text inherit truncate component="div">
                  {row.name}
                </Text>
                <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
                  {row.of}
                </Text>
              </Table.Td>
              <Table.Td className={classes.amount}>
                <Rounded amount={row.revenue} currency={row.currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          {more} more with smaller amounts
        </Text>
      )}
    </div>
  )
}
