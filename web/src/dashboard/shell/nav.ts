import {
  type Icon,
  IconActivity,
  IconAddressBook,
  IconCash,
  IconChartBar,
  IconCode,
  IconCoins,
  IconFileInvoice,
  IconHome,
  IconRepeat,
  IconRobot,
  IconSettings,
  IconShieldHalf,
  IconTags,
} from '@tabler/icons-react'
import type { PermissionName } from '../../api/session.ts'

type Page = {
  to: string
  label: string
  needs: PermissionName
  /** Limits the page to deployments where it has content. */
  only?: 'test' | 'capturing'
}

/** An entry of the sidebar: a page, or several pages that are its tabs. */
type Entry = { label: string; icon: Icon; pages: readonly [Page, ...Page[]] }

/**
 * Entries of the sidebar, in groups with a space between them. The command palette lists all pages.
 * Pages without permission are left out.
 */
export const NAV = [
  [
    {
      label: 'Home',
      icon: IconHome,
      pages: [{ to: '/o/$slug/home', label: 'Home', needs: 'read' }],
    },
  ],
  [
    {
      label: 'Customers',
      icon: IconAddressBook,
      pages: [{ to: '/o/$slug/customers', label: 'Customers', needs: 'read' }],
    },
    {
      label: 'Subscriptions',
      icon: IconRepeat,
      pages: [{ to: '/o/$slug/subscriptions', label: 'Subscriptions', needs: 'read' }],
    },
    {
      label: 'Invoices',
      icon: IconFileInvoice,
      pages: [{ to: '/o/$slug/invoices', label: 'Invoices', needs: 'read' }],
    },
    {
      label: 'Payments',
      icon: IconCash,
      pages: [{ to: '/o/$slug/payments', label: 'Payments', needs: 'read' }],
    },
  ],
  [
    {
      label: 'Plans',
      icon: IconTags,
      pages: [
        { to: '/o/$slug/plans', label: 'Plans', needs: 'read' },
        { to: '/o/$slug/coupons', label: 'Coupons', needs: 'read' },
      ],
    },
    {
      label: 'Agents',
      icon: IconRobot,
      pages: [{ to: '/o/$slug/agents', label: 'Agents', needs: 'read' }],
    },
    {
      label: 'Events',
      icon: IconActivity,
      pages: [
        { to: '/o/$slug/events', label: 'Events', needs: 'read' },
        { to: '/o/$slug/runs', label: 'Runs', needs: 'read' },
        { to: '/o/$slug/rejections', label: 'Rejections', needs: 'read' },
        { to: '/o/$slug/attribution-rules', label: 'Attribution rules', needs: 'read' },
      ],
    },
    {
      label: 'Unknown costs',
      icon: IconCoins,
      pages: [{ to: '/o/$slug/unknown-costs', label: 'Unknown costs', needs: 'read' }],
    },
    {
      label: 'Control',
      icon: IconShieldHalf,
      pages: [
        { to: '/o/$slug/control/budgets', label: 'Budgets', needs: 'read' },
        { to: '/o/$slug/control/decisions', label: 'Blocked runs', needs: 'read' },
        { to: '/o/$slug/control/holds', label: 'Open holds', needs: 'read' },
        { to: '/o/$slug/control/estimates', label: 'Estimates', needs: 'read' },
      ],
    },
    {
      label: 'Analytics',
      icon: IconChartBar,
      pages: [{ to: '/o/$slug/analytics', label: 'Analytics', needs: 'read' }],
    },
  ],
  [
    {
      label: 'Developers',
      icon: IconCode,
      pages: [
        { to: '/o/$slug/developers/keys', label: 'API keys', needs: 'keys' },
        { to: '/o/$slug/developers/webhooks', label: 'Webhooks', needs: 'read' },
        { to: '/o/$slug/developers/announcements', label: 'Announcements', needs: 'read' },
        { to: '/o/$slug/developers/audit-log', label: 'Audit log', needs: 'audit_log' },
        { to: '/o/$slug/developers/models', label: 'Models', needs: 'read' },
        { to: '/o/$slug/developers/cost-rates', label: 'Cost rates', needs: 'read' },
        { to: '/o/$slug/developers/cost-allocations', label: 'Allocations', needs: 'read' },
        { to: '/o/$slug/developers/repricing', label: 'Repricing', needs: 'read' },
        {
          to: '/o/$slug/developers/mail',
          label: 'Captured mail',
          needs: 'captured_mail',
          only: 'capturing',
        },
        {
          to: '/o/$slug/developers/test-clock',
          label: 'Test clock',
          needs: 'read',
          only: 'test',
        },
      ],
    },
    {
      label: 'Settings',
      icon: IconSettings,
      pages: [
        { to: '/o/$slug/settings/organization', label: 'Organization', needs: 'read' },
        { to: '/o/$slug/settings/invoicing', label: 'Invoicing', needs: 'read' },
        { to: '/o/$slug/settings/taxes', label: 'Taxes', needs: 'read' },
        { to: '/o/$slug/settings/team', label: 'Team', needs: 'people' },
      ],
    },
  ],
] as const satisfies Entry[][]

type NavPage = (typeof NAV)[number][number]['pages'][number]

export type NavEntry = { label: string; icon: Icon; pages: readonly NavPage[] }

type Known = {
  may: (permission: PermissionName) => boolean
  isTest: boolean
  /** True if no mail server is configured and emails are captured. */
  isCapturing: boolean
}

/** Returns the entries with the pages that the user may read; empty entries are left out. */
export function navFor({ may, isTest, isCapturing }: Known): NavEntry[][] {
  const isThere = { test: isTest, capturing: isCapturing }
  const groups: readonly (readonly NavEntry[])[] = NAV
  return groups
    .map((group) =>
      group
        .map(({ pages, ...entry }) => ({
          ...entry,
          pages: pages.filter(
            (page) => may(page.needs) && (!('only' in page) || isThere[page.only]),
          ),
        }))
        .filter(({ pages }) => pages.length > 0),
    )
    .filter((group) => group.length > 0)
}

/** Returns true if a path of an organization is this page or below it. */
export const isAt = ({ to }: NavPage, { pathname, slug }: { pathname: string; slug: string }) =>
  `${pathname}/`.startsWith(`${to.replace('$slug', slug)}/`)
