import { Menu, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useSession } from '../session/use-session.ts'
import classes from './shell.module.css'

const PersonMenuItems = lazy(() => import('./person-menu-items.tsx'))

export function PersonMenu() {
  const { person } = useSession()
  return (
    <Menu width={240} position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.link} aria-label={`${person.name}: account and theme`}>
          <Text maw={160} truncate>
            {person.name}
          </Text>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <PersonMenuItems />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
