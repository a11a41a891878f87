import { Paper, SimpleGrid, Stack, Text, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Overview } from '../../../api/api-types.ts'
import type { Days } from '../../../api/figures.ts'
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
  MINUS,
  type MoneyValue,
} from '../../../ui/values/money.ts'
import { useOrganization } from '../../session/use-organization.ts'
import classes from './figures.module.css'

const RUN_RATE =
  'Earned in the last 30 days of this date range without one-time fees, expressed as a monthly amount.'

/** Earned, cost, margin and run rate MRR, each compared with the previous period. */
export function FourFigures({ overview, days }: { overview: Overview; days: Days }) {
  const { slug } = useOrganization()
  const { currency, current, before, change, dateRangeBefore } = overview
  const link = { days, slug }
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
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <Figure
        name="Earned"
        report="revenue"
        {...link}
        about="Agent-earned plus fees, before discounts and tax."
        value={money(current.revenue, currency) ?? eachOf('revenue')}
        change={changeOf(change.revenuePercent, formatChange)}
        before={was(before.revenue, currency)}
        against={against}
      />
      <Figure
        name="Cost"
        report="cost"
        {...link}
        about="What your agents’ work cost you. Events without a cost are not included."
        value={money(current.cost, 'USD')}
        change={changeOf(change.costPercent, formatChange)}
        isNeutral
        before={was(before.cost, 'USD')}
        against={against}
        note={
          <Stack gap={8} mt={4}>
            {current.unpriced.eventCount > 0 && (
              <AnchorLink
                to="/o/$slug/analytics/profitability"
                params={{ slug }}
                search={{ from: days.startDate, to: days.endDate }}
                size="xs"
              >
                {formatRounded(current.unpriced.cost, 'USD')} of it is unpriced work
              </AnchorLink>
            )}
            {current.uncostedEvents > 0 && (
              <AnchorLink
                to="/o/$slug/unknown-costs"
                params={{ slug }}
                size="xs"
                className={classes.lacking}
              >
                {lackingText(current.uncostedEvents)}
              </AnchorLink>
            )}
          </Stack>
        }
      />
      <Figure
        name="Margin"
        report="profitability"
        {...link}
        about="Share of the earned amount that is left after cost."
        value={current.marginPercent === null ? undefined : formatPercent(current.marginPercent)}
        none={current.marginNote ?? 'Nothing was earned in this date range.'}
        change={changeOf(change.marginPoints, formatPoints)}
        before={before.marginPercent === null ? undefined : formatPercent(before.marginPercent)}
        against={against}
      />
      <Figure
        name="Run rate MRR"
        report="mrr"
        {...link}
        about={RUN_RATE}
        value={money(current.mrr, currency) ?? eachOf('mrr')}
        change={changeOf(change.mrrPercent, formatChange)}
        before={was(before.mrr, currency)}
        against={against}
      />
    </SimpleGrid>
  )
}

type Change = { text: string; direction: 'up' | 'down' | 'none' }

function changeOf(
  value: MoneyValue | null,
  format: (value: MoneyValue) => string,
): Change | undefined {
  if (value === null) return undefined
  const text = format(value)
  if (text.startsWith('+')) return { text, direction: 'up' }
  return { text, direction: text.startsWith(MINUS) ? 'down' : 'none' }
}

const lackingText = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'event' : 'events'} without a cost, not included in this figure`

type Props = {
  name: string
  /** Report that explains the figure. */
  report: 'revenue' | 'cost' | 'profitability' | 'mrr'
  slug: string
  days: Days
  about: string
  value: ReactNode
  /** Reason for a missing figure. */
  none?: string
  change: Change | undefined
  /** More is neither good nor bad, as for a cost. */
  isNeutral?: boolean
  before: string | undefined
  /** Days of the previous period. */
  against: string
  note?: ReactNode
}

function Figure({ name, about, value, none, before, against, note, ...of }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label={name} className={classes.card}>
      <Tooltip label={about}>
        <AnchorLink
          to={`/o/$slug/analytics/${of.report}`}
          params={{ slug: of.slug }}
          search={{ from: of.days.startDate, to: of.days.endDate }}
          size="sm"
          c="dimmed"
          w="fit-content"
        >
          {name}
        </AnchorLink>
      </Tooltip>
      <div className={classes.figure}>{value ?? <NoValue reason={none} />}</div>
      {before !== undefined && (
        <Tooltip label={`${before} in ${against}`}>
          <Text size="xs" c="dimmed" w="fit-content">
            <ChangeFrom before={before} change={of.change} isNeutral={of.isNeutral ?? false} />
          </Text>
        </Tooltip>
      )}
      {note}
    </Paper>
  )
}

type ChangeProps = { before: string; change: Change | undefined; isNeutral: boolean }

function ChangeFrom({ before, change, isNeutral }: ChangeProps) {
  if (change === undefined) return `Previously ${before}`
  if (change.direction === 'none') return `Unchanged from ${before}`
  const isUp = change.direction === 'up'
  const Arrow = isUp ? IconArrowUp : IconArrowDown
  return (
    <>
      <span className={isNeutral ? undefined : isUp ? classes.better : classes.worse}>
        <Arrow size={12} className={classes.arrow} aria-hidden />
        {change.text}
      </span>{' '}
      from {before}
    </>
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
