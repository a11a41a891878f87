import { createFileRoute } from '@tanstack/react-router'
import { oneOf, readSearch } from '../../../../../ui/url/search-readers.ts'
import { NewPlanPage } from '../../../../plans/new-plan-page.tsx'
import { START_NAMES } from '../../../../plans/start-names.ts'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/plans/new')({
  validateSearch: readSearch({ start: oneOf(START_NAMES) }),
  component: NewPlanRoute,
})

function NewPlanRoute() {
  const { start } = Route.useSearch()
  return (
    <Allowed title="New plan" permission="write">
      <NewPlanPage start={start} />
    </Allowed>
  )
}
