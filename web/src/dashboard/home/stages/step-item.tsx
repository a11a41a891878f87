import { Group, Stack, Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './stages.module.css'
import type { Step } from './stages.ts'

type Props = { step: Step; isNext: boolean; action: ReactNode }

/** A completed step shows its title only; the next one also has its action. */
export function StepItem({ step: { title, about, isDone }, isNext, action }: Props) {
  return (
    <li className={classes.step} aria-current={isNext ? 'step' : undefined}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {isDone ? (
          <IconCircleCheckFilled size={18} className={classes.done} aria-label="Done" />
        ) : (
          <IconCircle size={18} className={classes.open} aria-label="To do" />
        )}
        <Group gap="sm" flex={1} miw={0} justify="space-between">
          <Stack gap={0} flex="1 1 260px" miw={0}>
            <Text {...(isDone ? { c: 'dimmed' } : { fw: isNext ? 500 : 400 })}>{title}</Text>
            {!isDone && (
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            )}
          </Stack>
          {!isDone && action}
        </Group>
      </Group>
    </li>
  )
}
