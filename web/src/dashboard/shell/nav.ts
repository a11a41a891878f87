import {
  type Icon,
  IconActivity,
  IconAddressBook,
  IconCoins,
  IconHistory,
  IconHome,
  IconKey,
  IconRobot,
  IconUsers,
} from '@tabler/icons-react'
import type { PermissionName } from '../../api/session.ts'

type Page = { to: string; label: string; icon: Icon; needs: PermissionName }

/** Where the sidebar and the command palette lead. What one may not read is not there. */
export const NAV = [
  {
    group: undefined,
    pages: [{ to: '/o/$slug/home', label: 'Home', icon: IconHome, needs: 'read' }],
  },
  {
    group: 'Billing',
    pages: [{ to: '/o/$slug/customers', label: 'Customers', icon: IconAddressBook, needs: 'read' }],
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
    group: 'Developers',
    pages: [
      { to: '/o/$slug/developers/keys', label: 'API keys', icon: IconKey, needs: 'keys' },
      {
        to: '/o/$slug/developers/audit-log',
        label: 'Audit log',
        icon: IconHistory,
        needs: 'audit_log',
      },
    ],
  },
  {
    group: 'Settings',
    pages: [{ to: '/o/$slug/settings/team', label: 'Team', icon: IconUsers, needs: 'people' }],
  },
] as const satisfies { group: string | undefined; pages: Page[] }[]

export type NavPage = (typeof NAV)[number]['pages'][number]

/** The groups with what somebody may read of them. */
export function navFor(may: (permission: PermissionName) => boolean) {
  return NAV.map(({ group, pages }) => {
    const all: readonly NavPage[] = pages
    return { group, pages: all.filter(({ needs }) => may(needs)) }
  }).filter(({ pages }) => pages.length > 0)
}
