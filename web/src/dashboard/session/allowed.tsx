import type { ReactNode } from 'react'
import type { PermissionName } from '../../api/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Empty } from '../../ui/states/empty.tsx'
import { useOrganization } from './use-organization.ts'

type Props = { title: string; permission: PermissionName; children: ReactNode }

/** A page with restricted access; other users see which roles may open it. */
export function Allowed({ title, permission, children }: Props) {
  const reason = useOrganization().refusalOf(permission)
  if (reason === undefined) return children
  return (
    <Page title={title}>
      <Empty title="Your role does not allow this">{reason}.</Empty>
    </Page>
  )
}
