import { Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import icon from '../../ui/brand/icon.svg'
import { useOrganization } from '../session/use-organization.ts'
import { useSession } from '../session/use-session.ts'
import classes from './shell.module.css'

/** The current organization, with links to the user's others. */
export function OrganizationSwitch() {
  const { slug, name } = useOrganization()
  const { memberships } = useSession()
  const navigate = useNavigate()
  return (
    <Menu width={260} position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes.link} aria-label={`Organization: ${name}. Switch`}>
          <Group gap={8} wrap="nowrap" w="100%">
            <img src={icon} alt="" width={20} height={20} />
            <Text fw={600} truncate flex={1}>
              {name}
            </Text>
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Your organizations</Menu.Label>
        {memberships.map(({ organization }) => (
          <Menu.Item
            key={organization.id}
            rightSection={
              organization.slug === slug && (
                <IconCheck size={16} aria-label="current organization" />
              )
            }
            onClick={() =>
              void navigate({ to: '/o/$slug/home', params: { slug: organization.slug } })
            }
          >
            {organization.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
