import { createFileRoute } from '@tanstack/react-router'
import { oneOf, readSearch, uuid } from '../../../../../ui/url/search-readers.ts'
import { NewPlanPage } from '../../../../plans/new-plan-page.tsx'
import { START_NAMES } from '../../../../plans/start-names.ts'
import { Allowed } from '../../../../session/allowed.tsx'

export const Route = createFileRoute('/o/$slug/plans/new')({
  validateSearch: readSearch({ start: oneOf(START_NAMES), agentId: uuid }),
  component: NewPlanRoute,
})

function NewPlanRoute() {
  const { start, agentId } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Allowed title="New plan" permission="write">
      <NewPlanPage
        start={start}
        agentId={agentId}
        onStart={(chosen) =>
          void navigate({
            search: (search) => ({ ...search, start: chosen }),
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </Allowed>
  )
}
