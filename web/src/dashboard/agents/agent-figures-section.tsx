import { FigureGrid } from '../../ui/layout/figure-grid.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { Amounts } from '../../ui/values/amounts.tsx'
import { formatDays } from '../../ui/values/dates.ts'
import { formatCount } from '../../ui/values/money.ts'
import { EventsOfDays } from '../links/events-of-days.tsx'
import { AgentCost, AgentMargin } from './figures.tsx'
import { useAgentFigures } from './use-agent-figures.ts'

/** Usage of the agent, its cost, and its earnings by units and rates. */
export function AgentFiguresSection({ agentId }: { agentId: string }) {
  const { of, dateRange, error, retry } = useAgentFigures(agentId)
  const { usage, earned } = of(agentId)
  const days = dateRange && `${formatDays(dateRange.startDate, dateRange.endDate)}, UTC days`
  const events =
    dateRange &&
    ((label: string) => (
      <EventsOfDays days={dateRange} of={{ agentId }}>
        {label}
      </EventsOfDays>
    ))
  const shown = <T, R>(
    figure: T | 'loading' | 'failed',
    read: (known: Exclude<T, string>) => R,
  ) => {
    if (figure === 'loading') return undefined
    return figure === 'failed' ? '–' : read(figure as Exclude<T, string>)
  }
  return (
    <Section title="Last 30 days" about={days ?? '\u00a0'}>
      {error && <Problem error={error} onRetry={retry} />}
      <FigureGrid
        figures={[
          {
            label: 'Events',
            link: events,
            value: shown(usage, (one) => formatCount(one?.totalEvents ?? 0)),
          },
          {
            label: 'Units',
            link: events,
            value: shown(usage, (one) => formatCount(one?.totalQuantity ?? 0)),
          },
          { label: 'Cost', link: events, value: shown(usage, (one) => <AgentCost usage={one} />) },
          {
            label: 'Agent-earned',
            link: events,
            value: shown(earned, (one) =>
              one === undefined ? '–' : <Amounts amounts={earnedAmounts(one)} />,
            ),
            note: 'Units × rates, without fees',
          },
          {
            label: 'Agent margin',
            link: events,
            value: shown(earned, (one) => <AgentMargin earned={one} />),
          },
        ]}
      />
    </Section>
  )
}

type Earned = {
  currency: string | null
  agentEarned: number | null
  byCurrency: readonly { currency: string; agentEarned: number }[]
}

function earnedAmounts({ currency, agentEarned, byCurrency }: Earned) {
  return currency === null || agentEarned === null
    ? byCurrency.map((one) => ({ currency: one.currency, amount: one.agentEarned }))
    : [{ currency, amount: agentEarned }]
}
