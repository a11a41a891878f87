import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { PlanLink } from '../../links/plan-link.tsx'
import { CustomerProfitLink } from '../../profit/customer-profit-link.tsx'
import { ModelLink } from '../../profit/model-link.tsx'
import { type EventsOf, SignalEvents } from '../../profit/signal-events.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { Days } from '../frame/use-window.ts'
import type { GroupName } from './profit-texts.ts'

type Props = {
  /** The key of the row: an id, or `provider/model`. */
  of: string | null
  name: string
  groupBy: GroupName
  days: Days
  /** Filters of the table. */
  filters: EventsOf
}

/** The name of a row, which opens what it consists of. */
export function KeyLink({ of, name, groupBy, days, filters }: Props) {
  const { slug } = useOrganization()
  if (of === null) return <span title={name}>{name}</span>
  switch (groupBy) {
    case 'customer':
      return <CustomerProfitLink customerId={of} name={name} days={days} />
    case 'agent':
      return (
        <AnchorLink to="/o/$slug/agents/$agentId" params={{ slug, agentId: of }} inherit>
          {name}
        </AnchorLink>
      )
    case 'plan':
      return <PlanLink planId={of} name={name} inherit />
    case 'signal':
      return <SignalEvents days={days} of={filters} signalId={of} name={name} />
    case 'model':
      return <ModelLink days={days} of={filters} model={of} name={name} />
  }
}
