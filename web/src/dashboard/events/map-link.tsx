import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** A name that is too long ends in dots. */
const LONG = { label: { display: 'block', height: 'auto', textOverflow: 'ellipsis' } }

/** Leads to where a model without a price is given one. */
export function MapLink({ model, provider }: { model: string; provider: string }) {
  const { slug } = useOrganization()
  return (
    <ButtonLink
      to="/o/$slug/unknown-costs"
      params={{ slug }}
      search={{ model, provider }}
      maw="100%"
      title={model}
      styles={LONG}
    >
      Set a price for {model}
    </ButtonLink>
  )
}
