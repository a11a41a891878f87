import type { Days } from '../../api/figures.ts'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'
import type { EventsOf } from './signal-events.tsx'

/** `model` is `provider/model`. */
type Props = { days?: Days | undefined; of: EventsOf; model: string; name: string }

/** Opens the signals whose work a model did, with its share of their revenue. */
export function ModelLink({ days, of, model, name }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/analytics/profitability"
      params={{ slug }}
      search={{ ...of, ...(days && { from: days.startDate, to: days.endDate }), model }}
      inherit
      truncate
      maw="100%"
      title={`Margin of ${model}`}
    >
      {name}
    </AnchorLink>
  )
}
