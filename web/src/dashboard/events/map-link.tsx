import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

/** Truncates a long name with an ellipsis, without cutting the lower parts of letters. */
const LONG = {
  label: { display: 'block', height: 'auto', textBoxTrim: 'none', textOverflow: 'ellipsis' },
} as const

/** Links to the mapping of a model without a rate. */
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
      Map {model}
    </ButtonLink>
  )
}
