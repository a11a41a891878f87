import { useDisclosure } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '../session/use-session.ts'
import { TestStrip } from '../test-clock/test-strip.tsx'
import { EntryTabs } from './entry-tabs.tsx'
import { Header } from './header.tsx'
import classes from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useFiguresInStep } from './use-figures-in-step.ts'

// Loaded lazily, because they open only on request.
const PhoneMenu = lazy(() => import('./phone-menu.tsx'))
const KeyboardTools = lazy(() => import('./keyboard/keyboard-tools.tsx'))

/** Frame around every page of an organization. */
export function Shell() {
  const { environment } = useSession()
  useFiguresInStep()
  const [isMenuOpen, menu] = useDisclosure()
  const [hasMenu, needMenu] = useDisclosure()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the phone menu
  useEffect(() => menu.close(), [pathname])
  const openMenu = () => {
    needMenu.open()
    menu.open()
  }
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <div className={classes.sidebar}>
        <Sidebar />
      </div>
      <Suspense>
        {hasMenu && <PhoneMenu isOpen={isMenuOpen} onClose={menu.close} />}
        <KeyboardTools />
      </Suspense>
      <div className={classes.main}>
        {environment === 'test' && <TestStrip />}
        <Header onMenu={openMenu} />
        <main id="content" className={classes.content}>
          <EntryTabs />
          <Outlet />
        </main>
      </div>
    </div>
  )
}
