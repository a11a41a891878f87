import { Group } from '@mantine/core'
import { useState } from 'react'
import { DayField } from '../../ui/table/filters/day-field.tsx'
import { AllowedButton } from '../session/allowed-button.tsx'

type Props = { isMoving: boolean; onMove: (to: string) => void }

/** Moves the clock to the start of a day in UTC. */
export function MoveToDay({ isMoving, onMove }: Props) {
  const [day, setDay] = useState<string>()
  return (
    <Group gap="sm" align="flex-end">
      <DayField label="To a date (UTC)" value={day} onChange={setDay} />
      <AllowedButton
        permission="test_clock"
        variant="default"
        disabled={isMoving || day === undefined}
        onClick={() => day !== undefined && onMove(day)}
      >
        Move
      </AllowedButton>
    </Group>
  )
}
