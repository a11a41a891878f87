import { ActionIcon, Group, Kbd, Text, UnstyledButton } from '@mantine/core'
import { spotlight } from '@mantine/spotlight'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { ClockChip } from './clock-chip.tsx'
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
        <div className={classes.findBox}>
          <UnstyledButton
            className={classes.find}
            onClick={spotlight.open}
            aria-label="Find pages and actions"
            aria-keyshortcuts="Control+K"
          >
            <IconSearch size={16} aria-hidden />
            <Text c="dimmed" className={classes.offPhone}>
              Find
            </Text>
          </UnstyledButton>
          {/* Next to the button, because it is not part of the button's name. */}
          <Kbd size="xs" className={`${classes.findKey} ${classes.offPhone}`} aria-hidden>
            Ctrl K
          </Kbd>
        </div>
      </Group>
      <Group gap={8} wrap="nowrap">
        <ClockChip />
        <ZoneSwitch />
        <PersonMenu />
      </Group>
    </header>
  )
}
