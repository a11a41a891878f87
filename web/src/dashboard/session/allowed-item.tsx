import { Menu, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { PermissionName } from '../../api/session.ts'
import { useOrganization } from './use-organization.ts'

type Props = {
  permission: PermissionName
  /** Reason why the action is unavailable to everyone. */
  refusal?: string | undefined
  icon: Icon
  onClick: () => void
  children: string
}

/** A menu item that is always visible; if it is disabled, it names the roles that may use it. */
export function AllowedItem({ permission, refusal, icon: Icon, onClick, children }: Props) {
  const reason = useOrganization().refusalOf(permission) ?? refusal
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      {...(reason === undefined ? { onClick } : { 'data-disabled': true, 'aria-disabled': true })}
    >
      {children}
      {reason !== undefined && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
    </Menu.Item>
  )
}
