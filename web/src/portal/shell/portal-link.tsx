import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink, useRouter } from '@tanstack/react-router'
import { type ComponentPropsWithRef, type ComponentType, useCallback } from 'react'

/**
 * Links of the portal. The router's types know only the dashboard pages, because both applications
 * are compiled together. Therefore this type lists the portal pages; `routes.test-d.tsx` fails to
 * compile if one is missing.
 */
export type PortalPath =
  | '/portal'
  | '/portal/usage'
  | '/portal/invoices'
  | '/portal/invoices/$invoiceId'
  | '/portal/credit'
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

/** Returns a function that navigates to a page of the portal. */
export function usePortalNavigate(): (target: Target & { replace?: boolean }) => void {
  const router = useRouter()
  return useCallback((target) => void router.navigate(target as never), [router])
}
