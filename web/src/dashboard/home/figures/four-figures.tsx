import { Paper, SimpleGrid, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Overview } from '../../../api/api-types.ts'
import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { Amounts } from '../../../ui/values/amounts.tsx'
import { formatDays } from '../../../ui/values/dates.ts'
import {
  formatChange,
  formatCost,
  formatCount,
  formatPercent,
  formatPoints,
  formatRounded,
  type MoneyValue,
} from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './figures.module.css'

const RUN_RATE =
  'Revenue of the last 30 days of this date range without one-time fees, expressed as a monthly amount.'

/** Revenue, cost, margin and MRR, each compared with the previous period. */
export function FourFigures({ overview }: { overview: Overview }) {
  const { slug } = useOrganization()
  const { currency, current, before, change, dateRangeBefore } = overview
  const against = `${formatDays(dateRangeBefore.startDate, dateRangeBefore.endDate)}`
  const money = (value: MoneyValue | null, of: string | null) =>
    value === null || of === null ? undefined : <Amount value={value} currency={of} />
  const was = (value: MoneyValue | null, of: string | null) =>
    value === null || of === null ? undefined : formatRounded(value, of)
  const eachOf = (figure: 'revenue' | 'mrr') => (
    <Amounts
      amounts={current.byCurrency.map((one) => ({ currency: one.currency, amount: one[figure] }))}
    />
  )
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="md">
      <Figure
        name="Revenue"
        about="Revenue before discounts and tax."
        value={money(current.revenue, currency) ?? eachOf('revenue')}
        change={change.revenuePercent === null ? undefined : formatChange(change.revenuePercent)}
        before={was(before.revenue, currency)}
        against={against}
      />
      <Figure
        name="Cost"
        about="What your agents’ work cost you. Events with an unknown cost are not included."
        value={money(current.cost, 'USD')}
        change={change.costPercent === null ? undefined : formatChange(change.costPercent)}
        before={was(before.cost, 'USD')}
        against={against}
        note={
          current.uncostedEvents > 0 && (
            <AnchorLink
              to="/o/$slug/unknown-costs"
              params={{ slug }}
              size="xs"
              className={classes.lacking}
            >
              {lackingText(current.uncostedEvents)}
            </AnchorLink>
          )
        }
      />
      <Figure
        name="Margin"
        about="Share of revenue left after cost."
        value={current.marginPercent === null ? undefined : formatPercent(current.marginPercent)}
        none={current.marginNote ?? 'There was no revenue in this date range.'}
        change={change.marginPoints === null ? undefined : formatPoints(change.marginPoints)}
        before={before.marginPercent === null ? undefined : formatPercent(before.marginPercent)}
        against={against}
      />
      <Figure
        name="MRR"
        about={RUN_RATE}
        value={money(current.mrr, currency) ?? eachOf('mrr')}
        change={change.mrrPercent === null ? undefined : formatChange(change.mrrPercent)}
        before={was(before.mrr, currency)}
        against={against}
      />
    </SimpleGrid>
  )
}

const lackingText = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'event' : 'events'} without a cost, not included in this figure`

type Props = {
  name: string
  about: string
  value: ReactNode
  /** Reason for a missing figure. */
  none?: string
  change: string | undefined
  before: string | undefined
  /** Days of the previous period. */
  against: string
  note?: ReactNode
}

function Figure({ name, about, value, none, change, before, against, note }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label={name} className={classes.card}>
      <Tooltip label={about}>
        <Text size="sm" c="dimmed" w="fit-content">
          {name}
        </Text>
      </Tooltip>
      <div className={classes.figure}>{value ?? <NoValue reason={none} />}</div>
      {before !== undefined && (
        <Tooltip label={`${before} in ${against}`}>
          <Text size="xs" c="dimmed" w="fit-content">
            {change === undefined ? `Previously ${before}` : `${change} from ${before}`}
          </Text>
        </Tooltip>
      )}
      {note}
    </Paper>
  )
}

/** Shows two decimals; the tooltip shows all. */
function Amount({ value, currency }: { value: MoneyValue; currency: string }) {
  return (
    <Tooltip label={formatCost(value, currency)}>
      <span>{formatRounded(value, currency)}</span>
    </Tooltip>
  )
}

function NoValue({ reason }: { reason: string | undefined }) {
  return (
    <Tooltip label={reason ?? ''} disabled={reason === undefined}>
      <Text span inherit c="dimmed" {...(reason && { 'aria-label': `None: ${reason}` })} role="img">
        –
      </Text>
    </Tooltip>
  )
}
