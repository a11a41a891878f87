import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageTitle } from './page-title.tsx'

type Props = {
  title: string
  /** One sentence on what this page is about. */
  about?: ReactNode
  /** The one thing to do here. */
  action?: ReactNode
  children: ReactNode
}

/** A page inside the shell. */
export function Page({ title, about, action, children }: Props) {
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} maw={640}>
          <PageTitle>{title}</PageTitle>
          {about && <Text c="dimmed">{about}</Text>}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  )
}
