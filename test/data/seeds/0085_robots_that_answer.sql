UPDATE calls SET answered_by = 'unknown', answered_confidence = 1, first_answered_by = 'call_screening' WHERE call_type = 'outbound';
