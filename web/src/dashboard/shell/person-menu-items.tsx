import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconBook2,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../session/use-session.ts'
import { useSignOut } from '../session/use-sign-out.ts'

const SCHEMES = [
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
  { scheme: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** Content of the user menu, loaded lazily. */
export default function PersonMenuItems() {
  const { person } = useSession()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { mutate: leave } = useSignOut()
  return (
    <>
      <Menu.Label>{person.email}</Menu.Label>
      <Menu.Item
        leftSection={<IconUser size={16} />}
        onClick={() => void navigate({ to: '/account' })}
      >
        Account
      </Menu.Item>
      <Menu.Item leftSection={<IconBook2 size={16} />} component="a" href="/docs/guides">
        Guides
      </Menu.Item>
      <Menu.Item leftSection={<IconBook2 size={16} />} component="a" href="/docs">
        API reference
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      {SCHEMES.map(({ scheme, label, icon: Icon }) => (
        <Menu.Item
          key={scheme}
          leftSection={<Icon size={16} />}
          aria-current={scheme === colorScheme}
          fw={scheme === colorScheme ? 600 : 400}
          onClick={() => setColorScheme(scheme)}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leave()}>
        Sign out
      </Menu.Item>
    </>
  )
}
