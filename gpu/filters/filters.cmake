# The filters: chain text, planning, and the passes of each device.
