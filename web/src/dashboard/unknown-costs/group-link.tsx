import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Opens a model without a rate next to the list. */
export function GroupLink({ model, provider }: { model: string; provider: string }) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/unknown-costs"
      params={{ slug }}
      search={{ model, provider }}
      resetScroll={false}
      size="sm"
      truncate
      title={model}
    >
      {model}
    </AnchorLink>
  )
}
