import { AnchorLink } from '../../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../../session/use-organization.ts'
import type { AttentionItem } from './attention-items.ts'

/** Where something is done about it; what has no page yet has no link. */
export function AttentionLink({ kind }: Pick<AttentionItem, 'kind'>) {
  const { slug, may } = useOrganization()
  switch (kind) {
    case 'costs':
      return (
        <AnchorLink to="/o/$slug/unknown-costs" params={{ slug }} size="sm">
          Unknown costs
        </AnchorLink>
      )
    case 'mails':
      return may('captured_mail') ? (
        <AnchorLink
          to="/o/$slug/developers/mail"
          params={{ slug }}
          search={{ status: 'failed' }}
          size="sm"
        >
          Mails
        </AnchorLink>
      ) : null
    default:
      return null
  }
}
