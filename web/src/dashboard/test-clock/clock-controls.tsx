import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TestClock } from '../../api/api-types.ts'
import { timelineQuery } from '../../api/test-clock.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Problem } from '../../ui/states/problem.tsx'
import { formatDay, formatInstant } from '../../ui/values/dates.ts'
import { AllowedButton } from '../session/allowed-button.tsx'
import { useOrganization } from '../session/use-organization.ts'
import { JUMPS, type Jump, jumpFrom } from './jumps.ts'
import { MoveToDay } from './move-to-day.tsx'
import { Timeline } from './timeline.tsx'
import { useMoveClock } from './use-move-clock.ts'

/**
 * Controls of the clock: its position, its target, upcoming events and the result of the last move.
 */
export function ClockControls({ clock }: { clock: TestClock }) {
  const { slug } = useOrganization()
  const { now, movingTo } = clock
  const [movedFrom, setMovedFrom] = useState<string>()
  const move = useMoveClock(setMovedFrom)
  useFreshAfterMove(movingTo)
  const ahead = monthAhead(now)
  const { data: timeline } = useQuery(timelineQuery(slug, { endDate: ahead }))
  const next = timeline?.nextDueAt ?? null
  const isMoving = move.isPending || movingTo !== null
  const go = (to: string) => move.mutate({ from: now, to })
  const goal = movingTo ?? move.variables?.to
  return (
    <Stack gap={40}>
      <Paper withBorder p="md">
        <Stack gap="md">
          <div>
            <Text size="sm" c="dimmed">
              Business time
            </Text>
            <Text fz={24} fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatInstant(now, 'utc')}
            </Text>
            <Text size="xs" c="dimmed" role="status">
              {isMoving && goal !== undefined
                ? `Moving to ${formatInstant(goal, 'utc')}`
                : clock.isSet
                  ? 'The clock keeps running from this time. It cannot be moved back.'
                  : 'Real time until you move the clock. It cannot be moved back.'}
            </Text>
          </div>
          <Group gap="sm" align="flex-end">
            {(Object.keys(JUMPS) as Jump[]).map((jump) => (
              <AllowedButton
                key={jump}
                permission="test_clock"
                variant="default"
                disabled={isMoving}
                onClick={() => go(jumpFrom(now, jump))}
              >
                + {JUMPS[jump].label}
              </AllowedButton>
            ))}
            <AllowedButton
              permission="test_clock"
              disabled={isMoving || next === null}
              loading={isMoving}
              onClick={() => next !== null && go(next)}
            >
              {next === null ? 'Nothing is due' : `To the next due date, ${shortDay(next)}`}
            </AllowedButton>
            <MoveToDay isMoving={isMoving} onMove={go} />
          </Group>
          {move.error && <Problem error={move.error} />}
        </Stack>
      </Paper>
      {movedFrom !== undefined && (
        <Section
          title="Processed"
          about={`From ${formatInstant(movedFrom, 'utc')} to ${formatInstant(now, 'utc')}`}
          action={
            <Button variant="subtle" color="gray" onClick={() => setMovedFrom(undefined)}>
              Hide
            </Button>
          }
        >
          <Timeline
            name="Processed"
            from={movedFrom}
            until={now}
            none="Nothing was due in that time."
          />
        </Section>
      )}
      <Section
        title="Upcoming"
        about={`Until ${formatDay(ahead)}, based on current data. Drafts generated on the way can add more.`}
      >
        <Timeline name="Upcoming" until={ahead} none="Nothing is due in that time." />
      </Section>
    </Stack>
  )
}

const shortDay = (instant: string) => formatDay(instant.slice(0, 10))

/** Returns the day one month and one day ahead, so that events due in a month are included. */
function monthAhead(now: string): string {
  return jumpFrom(jumpFrom(now, 'month'), 'day').slice(0, 10)
}

/** Invalidates all data after a move that outlasted its request. */
function useFreshAfterMove(movingTo: string | null): void {
  const queryClient = useQueryClient()
  const [wasMoving, setWasMoving] = useState(false)
  useEffect(() => {
    if (movingTo !== null) return setWasMoving(true)
    if (!wasMoving) return
    setWasMoving(false)
    void queryClient.invalidateQueries()
  }, [movingTo, wasMoving, queryClient])
}
