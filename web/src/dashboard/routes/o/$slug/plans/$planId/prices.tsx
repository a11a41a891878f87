import { createFileRoute } from '@tanstack/react-router'
import { oneOf, readSearch, uuid } from '../../../../../../ui/url/search-readers.ts'
import { PricesPage } from '../../../../../plans/prices/prices-page.tsx'
import { START_NAMES } from '../../../../../plans/start-names.ts'
import { Allowed } from '../../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/plans/$planId/prices')({
  /** Starting point for a plan without prices, and a signal to add a price for. */
  validateSearch: readSearch({ start: oneOf(START_NAMES), signalId: uuid }),
  component: PricesRoute,
})

function PricesRoute() {
  const { planId } = Route.useParams()
  const { start, signalId } = Route.useSearch()
  return (
    <Allowed title="Prices" permission="write">
      <PricesPage key={planId} planId={planId} start={start} signalId={signalId} />
    </Allowed>
  )
}
