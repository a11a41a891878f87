import type { AnchorProps } from '@mantine/core'
import { AnchorLink } from '../../ui/layout/anchor-link.tsx'
import { useOrganization } from '../session/use-organization.ts'

type Props = AnchorProps & { customerId: string; name: string }

/** Links to the page of a customer. */
export function CustomerLink({ customerId, name, ...looks }: Props) {
  const { slug } = useOrganization()
  return (
    <AnchorLink
      to="/o/$slug/customers/$customerId"
      params={{ slug, customerId }}
      title={looks.truncate ? name : undefined}
      {...looks}
    >
      {name}
    </AnchorLink>
  )
}
