import {
  type Icon,
  IconActivity,
  IconAddressBook,
  IconBuilding,
  IconCash,
  IconChartBar,
  IconClock,
  IconCoins,
  IconCpu,
  IconDiscount,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconKey,
  IconMail,
  IconReceiptTax,
  IconRepeat,
  IconRobot,
  IconTags,
  IconUsers,
} from '@tabler/icons-react'
import type { PermissionName } from '../../api/session.ts'

type Page = {
  to: string
  label: string
  icon: Icon
  needs: PermissionName
  /** Limits the page to deployments where it has content. */
  only?: 'test' | 'capturing'
}

/** Targets of the sidebar and the command palette. Pages without permission are left out. */
export const NAV = [
  {
    group: undefined,
    pages: [{ to: '/o/$slug/home', label: 'Home', icon: IconHome, needs: 'read' }],
  },
  {
    group: 'Billing',
    pages: [
      { to: '/o/$slug/customers', label: 'Customers', icon: IconAddressBook, needs: 'read' },
      { to: '/o/$slug/subscriptions', label: 'Subscriptions', icon: IconRepeat, needs: 'read' },
      { to: '/o/$slug/invoices', label: 'Invoices', icon: IconFileInvoice, needs: 'read' },
      { to: '/o/$slug/payments', label: 'Payments', icon: IconCash, needs: 'read' },
    ],
  },
  {
    group: 'Pricing',
    pages: [
      { to: '/o/$slug/plans', label: 'Plans', icon: IconTags, needs: 'read' },
      { to: '/o/$slug/coupons', label: 'Coupons', icon: IconDiscount, needs: 'read' },
    ],
  },
  {
    group: 'Work',
    pages: [
      { to: '/o/$slug/agents', label: 'Agents', icon: IconRobot, needs: 'read' },
      { to: '/o/$slug/events', label: 'Events', icon: IconActivity, needs: 'read' },
      {
        to: '/o/$slug/unknown-costs',
        label: 'Unknown costs',
        icon: IconCoins,
        needs: 'read',
      },
    ],
  },
  {
    group: 'Figures',
    pages: [{ to: '/o/$slug/analytics', label: 'Analytics', icon: IconChartBar, needs: 'read' }],
  },
  {
    group: 'Developers',
    pages: [
      { to: '/o/$slug/developers/keys', label: 'API keys', icon: IconKey, needs: 'keys' },
      {
        to: '/o/$slug/developers/audit-log',
        label: 'Audit log',
        icon: IconHistory,
        needs: 'audit_log',
      },
      {
        to: '/o/$slug/developers/mail',
        label: 'Captured mail',
        icon: IconMail,
        needs: 'captured_mail',
        only: 'capturing',
      },
      {
        to: '/o/$slug/developers/test-clock',
        label: 'Test clock',
        icon: IconClock,
        needs: 'read',
        only: 'test',
      },
      { to: '/o/$slug/developers/models', label: 'Models', icon: IconCpu, needs: 'read' },
    ],
  },
  {
    group: 'Settings',
    pages: [
      {
        to: '/o/$slug/settings/organization',
        label: 'Organization',
        icon: IconBuilding,
        needs: 'read',
      },
      {
        to: '/o/$slug/settings/invoicing',
        label: 'Invoicing',
        icon: IconFileInvoice,
        needs: 'read',
      },
      { to: '/o/$slug/settings/taxes', label: 'Taxes', icon: IconReceiptTax, needs: 'read' },
      { to: '/o/$slug/settings/team', label: 'Team', icon: IconUsers, needs: 'people' },
    ],
  },
] as const satisfies { group: string | undefined; pages: Page[] }[]

export type NavPage = (typeof NAV)[number]['pages'][number]

type Known = {
  may: (permission: PermissionName) => boolean
  isTest: boolean
  /** True if no mail server is configured and emails are captured. */
  isCapturing: boolean
}

/** Returns the groups with the pages that the user may read; empty groups are left out. */
export function navFor({ may, isTest, isCapturing }: Known) {
  const isThere = { test: isTest, capturing: isCapturing }
  return NAV.map(({ group, pages }) => {
    const all: readonly NavPage[] = pages
    const shown = all.filter((page) => may(page.needs) && (!('only' in page) || isThere[page.only]))
    return { group, pages: shown }
  }).filter(({ pages }) => pages.length > 0)
}
