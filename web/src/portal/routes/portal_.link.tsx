import { createFileRoute } from '@tanstack/react-router'
import { oneOf, readSearch } from '../../ui/url/search-readers.ts'
import { LinkPage } from '../link/link-page.tsx'
import { LINK_STATES } from '../link/link-texts.ts'

export const Route = createFileRoute('/portal_/link')({
  validateSearch: readSearch({ state: oneOf(LINK_STATES) }),
  component: LinkRoute,
})

function LinkRoute() {
  const { state = 'missing' } = Route.useSearch()
  return <LinkPage state={state} />
}
