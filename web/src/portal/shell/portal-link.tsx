import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink, useRouter } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ComponentType, useCallback } from 'react'

/**
 * Links of the portal. The router's own types know the pages of the dashboard, which is compiled together with
 * this, so the pages of the portal are named here; `routes.test-d.tsx` says when one is missing.
 */
export type PortalPath =
  | '/portal'
  | '/portal/usage'
  | '/portal/invoices'
  | '/portal/invoices/$invoiceId'
  | '/portal/subscriptions'
  | '/portal/profile'
  | '/portal/link'
type Target = {
  to: PortalPath
  params?: Record<string, string>
  search?: Record<string, string | number | undefined>
}

const typed = <Props,>(link: unknown) => link as ComponentType<Target & Props>

type LinkProps = Omit<ComponentPropsWithRef<'a'>, 'href'>

type PlainProps = LinkProps & { activeOptions?: { exact?: boolean; includeSearch?: boolean } }
export const PortalLink = typed<PlainProps>(
  createLink((props: ComponentPropsWithRef<'a'>) => <a {...props} />),
)

export const PortalAnchor = typed<AnchorProps & Omit<LinkProps, keyof AnchorProps>>(
  createLink((props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) => (
    <Anchor {...props} />
  )),
)

/** Goes to a page of the portal. */
export function usePortalNavigate(): (target: Target & { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback((target) => void router.navigate(target as never), [router])
}
