import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'

/** A menu of the actions for a row; `of` names the row. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${of}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      {/* A dialog returns the focus to where it was: the button, because the menu is closed by
          then. */}
      <Menu.Dropdown onClickCapture={() => button.current?.focus()}>{children}</Menu.Dropdown>
    </Menu>
  )
}
