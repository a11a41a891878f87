import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { PersonMenu } from './person-menu.tsx'
import classes from './shell.module.css'
import { ZoneSwitch } from './zone-switch.tsx'

export function Header({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={classes.header}>
      <Group gap={8} wrap="nowrap">
        <ActionIcon
          className={classes.onPhone}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Open the menu"
          onClick={onMenu}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
        <UnstyledButton
          className={classes.link}
          onClick={spotlight.open}
          aria-label="Find pages and actions"
          aria-keyshortcuts="Control+K"
        >
          <IconSearch size={16} aria-hidden />
          <Text c="dimmed" className={classes.offPhone}>
            Find
          </Text>
        </UnstyledButton>
        <Kbd size="xs" className={classes.offPhone} aria-hidden>
          Ctrl K
        </Kbd>
      </Group>
      <Group gap={8} wrap="nowrap">
        <ZoneSwitch />
        <PersonMenu />
      </Group>
    </header>
  )
}
