import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import {
  IconBuilding,
  IconChartBar,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { TAB_LABELS, TABS } from '../../analytics/analytics-texts.ts'
import { useOrganization } from '../../session/use-organization.ts'
import { useSession } from '../../session/use-session.ts'
import { useSignOut } from '../../session/use-sign-out.ts'
import { useNav } from '../use-nav.ts'
import { useFound } from './use-found.tsx'
import { useInvoiceActions } from './use-invoice-actions.tsx'

/** The scroll area would grow with a long name, so the limit is that of the window. */
const CUT = {
  maxWidth: 'min(500px, 100vw - 120px)',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const
const ONE_LINE = { actionLabel: CUT, actionDescription: CUT }

/** Search for pages, actions and records, opened by Ctrl K. */
export function CommandPalette() {
  const [typed, setTyped] = useState('')
  const actions = [
    ...usePageActions(),
    ...usePersonActions(),
    ...useFound(typed),
    ...useInvoiceActions(typed),
  ]
  return (
    <Spotlight
      actions={actions}
      query={typed}
      onQueryChange={setTyped}
      shortcut="mod + K"
      nothingFound="No results"
      styles={ONE_LINE}
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': 'Find pages and actions' } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      shadow="none"
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: 'Go to a page, a customer, an invoice, or an event by its id',
        'aria-label': 'Find pages and actions',
      }}
    />
  )
}

function usePageActions(): SpotlightActionData[] {
  const navigate = useNavigate()
  const { slug } = useOrganization()
  const { memberships } = useSession()
  const entries = useNav().flat()
  const pages = entries.flatMap(({ label: entry, icon: Icon, pages: ofEntry }) =>
    ofEntry.map(({ to, label }) => ({
      id: to,
      label,
      // The description is searchable too: "settings" finds all settings pages.
      ...(label !== entry && { description: entry }),
      leftSection: <Icon size={16} aria-hidden />,
      onClick: () => void navigate({ to, params: { slug } }),
    })),
  )
  const tabs = TABS.map((tab) => ({
    id: `analytics ${tab}`,
    label: TAB_LABELS[tab],
    description: 'Analytics',
    leftSection: <IconChartBar size={16} aria-hidden />,
    onClick: () => void navigate({ to: `/o/$slug/analytics/${tab}`, params: { slug } }),
  }))
  const others = memberships
    .map(({ organization }) => organization)
    .filter((organization) => organization.slug !== slug)
    .map((organization) => ({
      id: organization.id,
      label: `Switch to ${organization.name}`,
      leftSection: <IconBuilding size={16} aria-hidden />,
      onClick: () => void navigate({ to: '/o/$slug/home', params: { slug: organization.slug } }),
    }))
  return [...pages, ...tabs, ...others]
}

function usePersonActions(): SpotlightActionData[] {
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const { mutate: leave } = useSignOut()
  return [
    {
      id: 'account',
      label: 'Account',
      leftSection: <IconUser size={16} aria-hidden />,
      onClick: () => void navigate({ to: '/account' }),
    },
    {
      id: 'light',
      label: 'Light theme',
      leftSection: <IconSun size={16} aria-hidden />,
      onClick: () => setColorScheme('light'),
    },
    {
      id: 'dark',
      label: 'Dark theme',
      leftSection: <IconMoon size={16} aria-hidden />,
      onClick: () => setColorScheme('dark'),
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      leftSection: <IconLogout size={16} aria-hidden />,
      onClick: () => leave(),
    },
  ]
}
